import { glow, paper } from './colours.ts'
import { Drawing } from './Drawing.tsx'

/** The microphone cannot be had, or may not be used. */
export function NoMicrophone() {
	return (
		<Drawing>
			<rect x="84" y="32" width="32" height="52" rx="16" fill={paper} />
			<path stroke={glow} fill={glow} d="M92 62a8 8 0 0 1 16 0z" />
			<path d="M70 68a30 30 0 0 0 60 0M100 98v20M86 118h28" />
			<path d="M62 34 144 112" stroke="var(--draw-soft)" strokeWidth="8" />
			<path d="M62 34 144 112" />
		</Drawing>
	)
}
