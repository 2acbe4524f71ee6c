"""Each member's own link, and the page behind it: whether he comes, and what is kept of him."""
