/** Where the fonts of written text are: of Latin, Greek and Cyrillic letters, and of many more. */
import openSans from "@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf" with { type: "file" };
import dejaVuSans from "dejavu-fonts-ttf/ttf/DejaVuSans.ttf" with { type: "file" };

export const FONTS = [openSans, dejaVuSans] as const;
