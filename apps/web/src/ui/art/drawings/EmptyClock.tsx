import { glow, paper } from './colours.ts'
import { Drawing } from './Drawing.tsx'

/** No meeting yet: a clock without hands. */
export function EmptyClock() {
	return (
		<Drawing>
			<circle cx="100" cy="74" r="43" fill={paper} />
			<path d="M100 38v6M100 104v6M136 74h-6M70 74h-6M80 114l-4 4M120 114l4 4" />
			<path stroke={glow} fill={glow} d="M88 80a12 12 0 0 1 24 0z" />
			<path d="M80 86h40" />
		</Drawing>
	)
}
