"""The page and its HTTP interface: one place that answers requests, a server, and the same page as a static folder."""
