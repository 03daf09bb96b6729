/** Pictures as wide as their places, drawn again when these change. */
import { element } from "../../pages/browser/element.ts";

type Draw = (width: number) => SVGSVGElement;

const drawn = new Map<HTMLElement, { draw: Draw; width: number }>();

/** A place for a picture; `drawPictures` fills it once it is in the document. */
export function picture(draw: Draw): HTMLElement {
  const place = element("div", { class: "picture" });
  drawn.set(place, { draw, width: 0 });
  return place;
}

export function drawPictures(): void {
  for (const [place, known] of drawn) {
    if (!place.isConnected) {
      drawn.delete(place);
      continue;
    }
    const width = Math.floor(place.clientWidth);
    if (width === known.width || width < 1) continue;
    known.width = width;
    place.replaceChildren(known.draw(width));
  }
}
