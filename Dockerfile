# syntax=docker/dockerfile:1
# The service in one image. `docker build -t structural-models .`, then see compose.yaml, or:
#   docker run -p 3000:3000 -v structural-models:/data -e APP_URL=https://models.example.com structural-models
ARG NODE=22

FROM node:${NODE}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No install scripts: the one that would run downloads an engine of Prisma that is never used here.
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
# The database client, the program, the pages, and of all that a folder with what the server reads.
RUN npm run --silent pack -- /pack

FROM node:${NODE}-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
# Owned by root, so that what runs cannot change itself.
COPY --from=build /pack /app
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "start.mjs"]
