import { glow, paper } from './colours.ts'
import { Drawing } from './Drawing.tsx'

/** Nothing on this day. */
export function QuietCalendar() {
	return (
		<Drawing>
			<rect x="58" y="38" width="84" height="80" rx="10" fill={paper} />
			<path d="M58 60h84M78 30v15M122 30v15" />
			<path stroke={glow} fill={glow} d="M86 98a14 14 0 0 1 28 0z" />
			<path stroke={glow} d="M100 72v4M81.5 79.5l3 3M118.5 79.5l-3 3" />
			<path d="M74 106h52" />
		</Drawing>
	)
}
