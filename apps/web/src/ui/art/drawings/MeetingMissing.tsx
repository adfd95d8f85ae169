import { glow, paper } from './colours.ts'
import { Drawing } from './Drawing.tsx'

/** No such number: an empty frame on the wall. */
export function MeetingMissing() {
	return (
		<Drawing>
			<path d="M100 22 74 46M100 22l26 24" />
			<rect x="54" y="46" width="92" height="62" rx="9" fill={paper} strokeDasharray="7 7" />
			<path d="M70 77h12M94 77h12M118 77h12" strokeWidth="4" stroke={glow} />
		</Drawing>
	)
}
