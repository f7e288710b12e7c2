# syntax=docker/dockerfile:1
# Querent as one image for linux/amd64 and linux/arm64:
#   docker buildx build --platform linux/amd64,linux/arm64 -t querent .

# The package is the same for every machine, so it is built once, on the builder's own.
FROM --platform=$BUILDPLATFORM node:24.21.0-trixie-slim AS package
WORKDIR /src
COPY package.json package-lock.json ./
COPY clients/typescript/package.json clients/typescript/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run --silent build:package

# What it needs at run time, for the machine of the image. Types, maps, pages of documentation and what other C libraries need are left out.
FROM node:24.21.0-trixie-slim AS modules
WORKDIR /app
COPY package.json package-lock.json ./
COPY clients/typescript/package.json clients/typescript/
COPY scripts/package/slim-modules.sh ./
RUN npm ci --omit=dev --workspaces=false --ignore-scripts --no-audit --no-fund && sh slim-modules.sh node_modules

FROM debian:trixie-slim
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates libstdc++6 tzdata \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 querent \
  && useradd --uid 10001 --gid querent --no-create-home --home-dir /data --shell /usr/sbin/nologin querent \
  && install --directory --owner=querent --group=querent --mode=0700 /data
COPY --from=modules /usr/local/bin/node /usr/local/bin/node
COPY --from=modules /app/node_modules /app/node_modules
COPY --from=package /src/dist/npm /app
WORKDIR /app
# Everything on one port. APP_ENV=production wants QUERENT_MASTER_KEYS before it starts.
ENV APP_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data HEALTH_PUBLIC=true FIND_LOCAL_MODELS=false
USER 10001:10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/runtime/node.js"]
