/** An address for content in memory, as long as it is shown; empty before there is one. */
import { useEffect, useState } from "preact/hooks";

export function useBlobUrl(content: Blob | undefined): string {
  const [url, setUrl] = useState("");
  useEffect(() => {
    if (!content) return;
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return url;
}
