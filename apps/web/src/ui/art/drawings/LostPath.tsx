import { glow, paper } from './colours.ts'
import { Drawing } from './Drawing.tsx'

/** An address that leads nowhere: a path that ends before the hills, under a signpost without words. */
export function LostPath() {
	return (
		<Drawing>
			<path stroke={glow} fill={glow} d="M120 88a22 22 0 0 1 44 0z" />
			<path d="M22 88h156" />
			<path d="M84 118c2-12 10-14 10-21s-8-6-8-9" opacity=".6" strokeDasharray="7 8" />
			<path d="M62 118V34" strokeWidth="4" />
			<path d="M62 40h40l11 11-11 11H62z" fill={paper} />
			<path d="M62 66H36l-9 9 9 9h26z" fill={paper} />
			<path d="M80 51h0M90 51h0" strokeWidth="4" />
		</Drawing>
	)
}
