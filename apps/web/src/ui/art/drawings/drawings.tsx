import { Drawing } from './Drawing.tsx'

const glow = 'var(--glow)'
const paper = 'var(--surface)'

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

/** A search that found nothing. */
export function NothingFound() {
	return (
		<Drawing>
			<path d="M52 118V58a8 8 0 0 1 8-8h52" opacity=".45" />
			<path d="M66 72h22M66 86h14M66 100h18" opacity=".45" />
			<circle cx="112" cy="72" r="28" fill={paper} />
			<path strokeWidth="6" d="m133 93 17 17" />
			<path stroke={glow} fill={glow} d="M101 77a11 11 0 0 1 22 0z" />
			<path d="M95 83h34" />
		</Drawing>
	)
}

/** No network. */
export function CutCable() {
	return (
		<Drawing>
			<path d="M10 84h34" />
			<rect x="44" y="70" width="32" height="28" rx="7" fill={paper} />
			<path d="M76 78h9M76 90h9" />
			<rect x="124" y="70" width="32" height="28" rx="7" fill={paper} />
			<path d="M131 79v0M131 89v0M156 84h16c10 0 8 34 18 34" />
			<path stroke={glow} d="M104 58V46M93 62l-6-8M115 62l6-8M104 108v-6M95 106l3-5M113 106l-3-5" />
		</Drawing>
	)
}

/** It is over: the sun has gone behind the hill. */
export function MeetingEnded() {
	return (
		<Drawing>
			<path stroke={glow} fill={glow} d="M76 92a24 24 0 0 1 48 0z" />
			<path d="M52 92h96" />
			<path d="M66 104h28M106 104h16" opacity=".6" />
			<path d="M138 52a13 13 0 1 0 14 18 11 11 0 0 1-14-18Z" fill={paper} />
			<path d="M60 50v0M76 38v0M112 40v0" strokeWidth="4" />
		</Drawing>
	)
}

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

/** The server of the meeting is away and will be back: a boat without its lamp lit. */
export function EngineAway() {
	return (
		<Drawing>
			<path d="M58 92h84l-11 22H70z" fill={paper} />
			<path d="M96 92V36M96 42c20 4 32 18 34 40H96" fill="none" />
			<path d="M96 50c-12 4-20 15-22 32h22" opacity=".45" />
			<path stroke={glow} d="M96 28v0" strokeWidth="7" />
			<path d="M34 106q6-5 12 0M152 106q6-5 12 0t12 0" />
		</Drawing>
	)
}
