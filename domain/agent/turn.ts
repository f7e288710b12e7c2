/** The next turn of the event loop; everything that arrived in this one has been read by then. */
export const turn = (): Promise<void> => new Promise((resolve) => (typeof setImmediate === 'function' ? setImmediate(resolve) : setTimeout(resolve, 0)))
