# heddle in a container: built in one stage, and in the other what it needs to run.
#
#   docker build -t heddle .
#   docker run --rm -v "$PWD:/src" heddle check HEAD~1 HEAD -- queue.c
FROM debian:12-slim AS build
COPY . /heddle
WORKDIR /heddle
RUN apt-get update -q \
 && apt-get install -q -y --no-install-recommends make gcc git ca-certificates dpkg-dev \
 && scripts/install-deps \
 && make -j"$(nproc)" all \
 && scripts/make-deb build /packages

FROM debian:12-slim
COPY --from=build /packages /packages
# gcc and gdb are for heddle-cc, native replays and the debugger; git is for versions that are revisions.
RUN apt-get update -q \
 && apt-get install -q -y --no-install-recommends /packages/*.deb gcc git gdb libclang-rt-19-dev \
 && rm -rf /packages /var/lib/apt/lists/* \
 && git config --system --add safe.directory /src
WORKDIR /src
ENTRYPOINT ["heddle"]
CMD ["--help"]
