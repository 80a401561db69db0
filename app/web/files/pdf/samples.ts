/** Small files to try it with, made here. */

export async function samples(): Promise<readonly File[]> {
  const { PDFDocument, StandardFonts } = await import("@cantoo/pdf-lib");
  const make = async (title: string, pages: number, size: [number, number]): Promise<File> => {
    const document = await PDFDocument.create({ updateMetadata: false });
    const font = await document.embedFont(StandardFonts.Helvetica);
    for (let page = 1; page <= pages; page++) {
      const sheet = document.addPage(size);
      sheet.drawText(`${title}, page ${page}`, { x: 60, y: size[1] - 90, size: 24, font });
    }
    return new File([await document.save()], `${title}.pdf`, { type: "application/pdf" });
  };
  return [await make("Report", 3, [595.28, 841.89]), await make("Appendix", 2, [841.89, 595.28])];
}
