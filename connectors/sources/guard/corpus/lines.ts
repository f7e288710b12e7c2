/** One statement a line; a break within one is written as such. */
export const lines = (text: string): string[] => text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim().replaceAll('\\n', '\n')]))
