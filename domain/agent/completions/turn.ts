/** The next turn of the event loop; everything that arrived in this one has been read by then. */
export const turn = (): Promise<void> => new Promise((resolve) => (typeof setImmediate === 'function' ? setImmediate(resolve) : setTimeout(resolve, 0)))

/** A frame of a film: words that come faster than anybody can read travel together. The first ones never wait. */
export const TOGETHER_MS = 33
