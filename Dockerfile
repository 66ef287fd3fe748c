# Built on the machine at hand and the same for every platform: it is JavaScript and WebAssembly.
ARG NODE_IMAGE=docker.io/library/node:24-trixie-slim
ARG BASE_IMAGE=docker.io/library/debian:trixie-slim

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# No package needs its install script here, so none runs.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build:package

FROM ${NODE_IMAGE} AS node

FROM ${BASE_IMAGE}
# The newest of the distribution: a version that is named here is gone from its mirrors after the next security fix.
# Some builds of Node need libatomic1.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates git libatomic1 openssh-client tini \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/* /var/log/* \
 && groupadd --gid 10001 docent \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin docent \
 && install --directory --mode 0700 --owner docent --group docent /data
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=build /build/dist/package /opt/docent
COPY deploy/healthcheck.js /opt/docent/deploy/healthcheck.js
RUN ln -s /opt/docent/bin/docent.js /usr/local/bin/docent

ARG VERSION=0.0.0
ARG REVISION=unknown
ARG SOURCE_URL
LABEL org.opencontainers.image.title="Docent" \
      org.opencontainers.image.description="Answers from your docs with citations, and edits them by agent jobs" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE_URL}"

# Large pages where the system gives them: a start of git copies page tables, and a large search index has many.
ENV GLIBC_TUNABLES=glibc.malloc.hugetlb=1
# An engine kills ten seconds after it asked a container to stop.
ENV DOCENT_DATA=/data \
    DOCENT_HOST=0.0.0.0 \
    DOCENT_SHUTDOWN_GRACE_SECONDS=8 \
    HOME=/data
USER 10001:10001
WORKDIR /data
VOLUME ["/data"]
EXPOSE 4040
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/opt/docent/deploy/healthcheck.js"]
# Git's own children are left to the first process when git is ended, and tini reaps them.
ENTRYPOINT ["/usr/bin/tini", "--", "docent"]
CMD ["serve"]
