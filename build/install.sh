#!/bin/sh
# Installs purebox for the user who runs it, from the folder of a release:
#
#   sh install.sh https://example.com/purebox/2026.11.20
#   PREFIX=/opt/purebox sh install.sh FOLDER    goes to /opt/purebox/bin; without PREFIX to ~/.local/bin
#
# PUREBOX_BASE_URL may name the folder instead. What was downloaded is installed only with the sum that SHA256SUMS has.
set -eu

fail() {
  printf '%s\n' "install.sh: $*" >&2
  exit 1
}

download() {
  if command -v curl >/dev/null 2>&1; then
    curl --fail --silent --show-error --location --output "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget --quiet --output-document="$2" "$1"
  else
    fail "neither curl nor wget is here"
  fi
}

sum_of() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum <"$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 <"$1" | cut -d ' ' -f 1
  else
    fail "neither sha256sum nor shasum is here"
  fi
}

# As the names of a release end: linux-x64, linux-arm64-musl, darwin-arm64.
target() {
  case $(uname -s) in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) fail "there is no release for $(uname -s)" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) cpu=x64 ;;
    aarch64 | arm64) cpu=arm64 ;;
    *) fail "there is no release for $(uname -m)" ;;
  esac
  libc=
  if [ "$os" = linux ]; then
    # The system's own is what its shell asks for: the loaders of both may be there.
    if grep -q ld-musl- /bin/sh; then
      libc=-musl
    fi
  fi
  printf '%s\n' "$os-$cpu$libc"
}

# macOS starts nothing whose signature is wrong: Bun's own, which an executable for x64 still has, is of Bun alone.
sign() {
  if command -v codesign >/dev/null 2>&1 && ! codesign --verify "$1" 2>/dev/null; then
    codesign --force --sign - "$1" || fail "$1 cannot be signed"
  fi
}

main() {
  base=${1:-${PUREBOX_BASE_URL:-}}
  [ -n "$base" ] || fail "say which folder to install from: sh install.sh URL"
  base=${base%/}
  if [ -n "${PREFIX:-}" ]; then
    bin=$PREFIX/bin
  else
    bin=${HOME:?}/.local/bin
  fi
  wanted=$(target)

  # Beside its place, so that the last step is a change of name: whoever starts it gets the old or the new.
  mkdir -p "$bin"
  draft=$(mktemp -d "$bin/.purebox-XXXXXX")
  trap 'rm -rf "$draft"' EXIT
  trap 'exit 1' HUP INT TERM

  download "$base/SHA256SUMS" "$draft/sums" || fail "$base/SHA256SUMS cannot be downloaded"
  line=$(grep -E "^[0-9a-f]{64}  purebox-[0-9.]+-$wanted\$" "$draft/sums" | head -n 1) ||
    fail "the release has none for $wanted"
  [ -n "$line" ] || fail "the release has none for $wanted"
  sum=${line%% *}
  name=${line##* }

  download "$base/$name" "$draft/purebox" || fail "$base/$name cannot be downloaded"
  [ "$(sum_of "$draft/purebox")" = "$sum" ] || fail "$name is not what SHA256SUMS says; nothing was installed"
  chmod 755 "$draft/purebox"
  case $wanted in
    darwin-*) sign "$draft/purebox" ;;
  esac
  mv -f "$draft/purebox" "$bin/purebox"
  printf '%s\n' "$name is installed as $bin/purebox"
  case :$PATH: in
    *":$bin:"*) ;;
    *) printf '%s\n' "$bin is not in PATH yet" ;;
  esac
}

main "$@"
