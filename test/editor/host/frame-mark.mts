/** In a selector: what follows is looked for in the document of the frame before it, such as a webview's. */
export const frameMark = " >>> ";
