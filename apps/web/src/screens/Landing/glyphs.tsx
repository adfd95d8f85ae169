import type { ReactNode } from 'react'

/** Drawn here, in the style of the icon set: the first screen does without its machinery. */
const Glyph = ({ children }: { children: ReactNode }) => (
	<svg
		viewBox="0 0 24 24"
		className="lucide"
		fill="none"
		stroke="currentColor"
		strokeWidth="2"
		strokeLinecap="round"
		strokeLinejoin="round"
		aria-hidden
	>
		{children}
	</svg>
)

export const SunGlyph = () => (
	<Glyph>
		<circle cx="12" cy="12" r="4" />
		<path d="M12 2v2M12 20v2M5 5l1.4 1.4M17.6 17.6 19 19M2 12h2M20 12h2M5 19l1.4-1.4M17.6 6.4 19 5" />
	</Glyph>
)

export const MoonGlyph = () => (
	<Glyph>
		<path d="M20.5 14.1A8.8 8.8 0 1 1 9.9 3.5a7 7 0 0 0 10.6 10.6Z" />
	</Glyph>
)
