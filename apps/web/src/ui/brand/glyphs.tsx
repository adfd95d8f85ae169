import type { ReactNode } from 'react'

export interface GlyphProps {
	className?: string
}

function Glyph({ children, className }: GlyphProps & { children: ReactNode }) {
	return (
		<svg
			viewBox="0 0 24 24"
			className={`lucide ${className ?? ''}`}
			fill="none"
			stroke="currentColor"
			strokeWidth="1.75"
			strokeLinecap="round"
			strokeLinejoin="round"
			aria-hidden
		>
			{children}
		</svg>
	)
}

/** Sign-in through a messenger: two bubbles. No trade mark of anybody. */
export function MessengerGlyph(props: GlyphProps) {
	return (
		<Glyph {...props}>
			<path d="M15.4 9.2C14.9 6 12.2 3.8 8.9 3.8 5.2 3.8 2.5 6.4 2.5 9.6c0 1.8.9 3.3 2.3 4.4l-.6 2.2 2.5-1.2c.7.2 1.4.3 2.2.3" />
			<path d="M21.5 14.7c0-2.7-2.5-4.9-5.5-4.9s-5.5 2.2-5.5 4.9 2.5 4.9 5.5 4.9c.7 0 1.3-.1 1.9-.3l2.1 1-.5-1.9c1.2-.9 2-2.2 2-3.7Z" />
		</Glyph>
	)
}

/** Sign-in with the account of the phone's maker: a phone with a key light. */
export function DeviceGlyph(props: GlyphProps) {
	return (
		<Glyph {...props}>
			<rect x="6.5" y="2.5" width="11" height="19" rx="2.8" />
			<path d="M10.5 18.5h3M12 7.2v4.6M9.7 9.5h4.6" />
		</Glyph>
	)
}

/** Sign-in with the account of a workplace: two houses sharing a wall. */
export function WorkplaceGlyph(props: GlyphProps) {
	return (
		<Glyph {...props}>
			<path d="M3.5 20.5V8.2L10 4.5v16M10 9.5h8.5a2 2 0 0 1 2 2v9M2.5 20.5h19M14 13.5h2.5M14 17h2.5M6.7 10.5v0M6.7 14v0" />
		</Glyph>
	)
}
