"""The steps of a campaign, in order: config, ingest, generate, score, report. Only these combine the libraries."""
