/** An address for a file of the user's, as long as it is shown. */
import { useEffect, useState } from "preact/hooks";

export function useSource(file: Blob | undefined): string {
  const [url, setUrl] = useState("");
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
