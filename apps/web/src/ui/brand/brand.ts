/** The mark on a field of 32 by 32: a P that is a speech bubble, and in it the sun on the horizon. */
export const markPaths = {
	bubble:
		'M16.5 2C23.4 2 29 7.5 29 14.3S23.4 26.6 16.5 26.6c-1.6 0-3.1-.3-4.5-.8-.5 2-1.9 3.6-4 4.6-1.5.7-3.4.7-4-.3-.3-.5 0-1 .2-1.7.3-.9.3-2.5.3-4.4V14.3C4.5 7.5 9.6 2 16.5 2Z',
	horizon: 'M9.8 18.3h13.4v2.2H9.8z',
	sun: 'M11.3 16.4a5.2 5.2 0 0 1 10.4 0z',
} as const

/** The colours of the mark where it stands on a picture. */
export const markOnPicture = { bubble: '#fff', horizon: '#16205a', sun: '#ff9f45' } as const

/** The mark on a picture as SVG text, for a page that is written before any script runs. */
export function markSvg(): string {
	const part = (name: keyof typeof markPaths) => `<path fill="${markOnPicture[name]}" d="${markPaths[name]}"/>`
	return `<svg viewBox="0 0 32 32" aria-hidden="true">${part('bubble')}${part('horizon')}${part('sun')}</svg>`
}
