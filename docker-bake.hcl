# docker buildx bake            the image for this machine
# docker buildx bake release    for every platform, with what it was made of and from, and pushed
variable "IMAGE" {
  default = "docent"
}
variable "VERSION" {
  default = "0.0.0"
}
variable "REVISION" {
  default = "unknown"
}
variable "SOURCE_URL" {
  default = ""
}
# A release names both by digest.
variable "NODE_IMAGE" {
  default = "docker.io/library/node:24-trixie-slim"
}
variable "BASE_IMAGE" {
  default = "docker.io/library/debian:trixie-slim"
}

group "default" {
  targets = ["image"]
}

target "image" {
  args = {
    NODE_IMAGE = NODE_IMAGE
    BASE_IMAGE = BASE_IMAGE
    VERSION    = VERSION
    REVISION   = REVISION
    SOURCE_URL = SOURCE_URL
  }
  tags = ["${IMAGE}:latest"]
}

target "release" {
  inherits  = ["image"]
  platforms = ["linux/amd64", "linux/arm64"]
  tags      = ["${IMAGE}:${VERSION}", "${IMAGE}:latest"]
  attest    = ["type=provenance,mode=max", "type=sbom"]
  output    = ["type=registry"]
}
