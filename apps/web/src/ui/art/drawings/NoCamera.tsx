import { glow, paper } from './colours.ts'
import { Drawing } from './Drawing.tsx'

/** The camera cannot be had. */
export function NoCamera() {
	return (
		<Drawing>
			<rect x="48" y="54" width="72" height="52" rx="10" fill={paper} />
			<path d="m120 74 22-12v36l-22-12z" fill={paper} />
			<path stroke={glow} fill={glow} d="M72 84a12 12 0 0 1 24 0z" />
			<path d="M66 90h36" />
			<path d="M54 36 140 118" stroke={paper} strokeWidth="8" />
			<path d="M54 36 140 118" />
		</Drawing>
	)
}
