-- By how much the lengths of a model were converted since it began. Of what is older nobody knows: it counts as not converted.
ALTER TABLE "ConstructModel" ADD COLUMN "scaled" REAL NOT NULL DEFAULT 1;
