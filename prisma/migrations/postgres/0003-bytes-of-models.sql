-- What a model holds and what it has stored: `bytes`, of the JSON of its present state; `stored`, of all its parts, old revisions too.
-- Null until the next write, which counts.
ALTER TABLE "ConstructModel" ADD COLUMN "bytes" DOUBLE PRECISION;
ALTER TABLE "ConstructModel" ADD COLUMN "stored" DOUBLE PRECISION;
