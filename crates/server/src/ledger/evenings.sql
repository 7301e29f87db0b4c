CREATE TABLE evenings (
    id TEXT PRIMARY KEY,
    opened_by TEXT NOT NULL,
    closes INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX evenings_by_player ON evenings (opened_by, closes);
