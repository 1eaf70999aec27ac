"""Shipped campaigns: each folder holds a campaign.toml and what it needs."""
