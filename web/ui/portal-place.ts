/** Where what floats is put: within the page's main part, a landmark, which also may fill the screen alone; in the body where there is none. */
export const portalPlace = (): HTMLElement | null => document.getElementById('main')
