"""One of the two carriers of the page's messages: a local server, Starlette on uvicorn.

What answers the messages is beside this package and knows nothing of it; `web.in_browser` is the
other carrier.
"""
