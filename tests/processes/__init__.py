"""What takes the place of the real thing in tests that run in processes of their own."""
