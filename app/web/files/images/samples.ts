/** Small pictures to try the page with, drawn here. */

export async function samples(): Promise<readonly File[]> {
  return [
    await drawn("Hills at dusk.jpg", "image/jpeg", { width: 1200, height: 800 }, drawHills),
    await drawn("logo.png", "image/png", { width: 400, height: 400 }, drawLogo),
  ];
}

type Draw = (context: OffscreenCanvasRenderingContext2D) => void;

async function drawn(
  name: string,
  type: string,
  { width, height }: { readonly width: number; readonly height: number },
  draw: Draw,
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context) draw(context);
  return new File([await canvas.convertToBlob({ type, quality: 0.9 })], name, { type });
}

function drawHills(context: OffscreenCanvasRenderingContext2D): void {
  const { width, height } = context.canvas;
  const sky = context.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, "#23335f");
  sky.addColorStop(0.6, "#e08a5b");
  sky.addColorStop(1, "#f7d9a0");
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  for (const [base, colour] of [
    [0.62, "#5c5470"],
    [0.74, "#3b3a55"],
    [0.86, "#1f2238"],
  ] as const) {
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x <= width; x += 8) {
      const wave = Math.sin(x / 90 + base * 40) + Math.sin(x / 37 + base * 90) / 3;
      context.lineTo(x, height * base + wave * 24);
    }
    context.lineTo(width, height);
    context.fill();
  }
}

function drawLogo(context: OffscreenCanvasRenderingContext2D): void {
  context.fillStyle = "#0a7d5a";
  context.beginPath();
  context.arc(200, 200, 180, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = "#ffffff";
  context.fillRect(130, 130, 140, 140);
}
