import { glow, paper } from './colours.ts'
import { Drawing } from './Drawing.tsx'

/** Locked. */
export function LockedDoor() {
	return (
		<Drawing>
			<path d="M62 118V44a10 10 0 0 1 10-10h56a10 10 0 0 1 10 10v74" fill={paper} />
			<path d="M74 118V52a6 6 0 0 1 6-6h40a6 6 0 0 1 6 6v66" opacity=".45" />
			<path d="M92 78v-7a8 8 0 0 1 16 0v7" />
			<rect x="86" y="78" width="28" height="22" rx="5" stroke={glow} fill={glow} />
			<path stroke={paper} d="M100 86v5" />
		</Drawing>
	)
}
