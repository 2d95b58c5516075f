"""FreeCell: rules, deals by number, notation and estimates."""
