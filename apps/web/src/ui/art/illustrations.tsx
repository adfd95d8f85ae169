/** Illustrations for states with nothing else to show. The landing uses none of them. */

import type { ReactNode } from 'react'

const glow = 'var(--glow)'
const paper = 'var(--surface)'

/** The background all illustrations share: a hill on a horizon. Two colours, outline and highlight. */
function Illustration({ children }: { children: ReactNode }) {
	return (
		<svg viewBox="0 0 200 150" fill="none" aria-hidden>
			<path
				fill="var(--draw-soft)"
				d="M22 118c-8-20 2-33 14-45 14-14 15-38 44-46 27-8 47 8 66 16 22 9 41 19 39 47-1 11-5 20-9 28z"
			/>
			<g stroke="var(--draw)" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
				<path d="M10 118h58M82 118h98M190 118h0" />
				{children}
			</g>
		</svg>
	)
}

/** No network: a cable that is cut. */
export function OfflineIllustration() {
	return (
		<Illustration>
			<path d="M10 84h34" />
			<rect x="44" y="70" width="32" height="28" rx="7" fill={paper} />
			<path d="M76 78h9M76 90h9" />
			<rect x="124" y="70" width="32" height="28" rx="7" fill={paper} />
			<path d="M131 79v0M131 89v0M156 84h16c10 0 8 34 18 34" />
			<path stroke={glow} d="M104 58V46M93 62l-6-8M115 62l6-8M104 108v-6M95 106l3-5M113 106l-3-5" />
		</Illustration>
	)
}

/** Nothing in this list yet: a clock without hands. */
export function EmptyListIllustration() {
	return (
		<Illustration>
			<circle cx="100" cy="74" r="43" fill={paper} />
			<path d="M100 38v6M100 104v6M136 74h-6M70 74h-6M80 114l-4 4M120 114l4 4" />
			<path stroke={glow} fill={glow} d="M88 80a12 12 0 0 1 24 0z" />
			<path d="M80 86h40" />
		</Illustration>
	)
}

/** The media server is unavailable: a boat without its lamp lit. */
export function ServerUnavailableIllustration() {
	return (
		<Illustration>
			<path d="M58 92h84l-11 22H70z" fill={paper} />
			<path d="M96 92V36M96 42c20 4 32 18 34 40H96" fill="none" />
			<path d="M96 50c-12 4-20 15-22 32h22" opacity=".45" />
			<path stroke={glow} d="M96 28v0" strokeWidth="7" />
			<path d="M34 106q6-5 12 0M152 106q6-5 12 0t12 0" />
		</Illustration>
	)
}

/** Not permitted, or only after signing in: a locked door. */
export function AccessDeniedIllustration() {
	return (
		<Illustration>
			<path d="M62 118V44a10 10 0 0 1 10-10h56a10 10 0 0 1 10 10v74" fill={paper} />
			<path d="M74 118V52a6 6 0 0 1 6-6h40a6 6 0 0 1 6 6v66" opacity=".45" />
			<path d="M92 78v-7a8 8 0 0 1 16 0v7" />
			<rect x="86" y="78" width="28" height="22" rx="5" stroke={glow} fill={glow} />
			<path stroke={paper} d="M100 86v5" />
		</Illustration>
	)
}

/** No such page: a path that ends before the hills, under a blank signpost. */
export function NotFoundIllustration() {
	return (
		<Illustration>
			<path stroke={glow} fill={glow} d="M120 88a22 22 0 0 1 44 0z" />
			<path d="M22 88h156" />
			<path d="M84 118c2-12 10-14 10-21s-8-6-8-9" opacity=".6" strokeDasharray="7 8" />
			<path d="M62 118V34" strokeWidth="4" />
			<path d="M62 40h40l11 11-11 11H62z" fill={paper} />
			<path d="M62 66H36l-9 9 9 9h26z" fill={paper} />
			<path d="M80 51h0M90 51h0" strokeWidth="4" />
		</Illustration>
	)
}

/** The meeting is over: a sunset. */
export function MeetingEndedIllustration() {
	return (
		<Illustration>
			<path stroke={glow} fill={glow} d="M76 92a24 24 0 0 1 48 0z" />
			<path d="M52 92h96" />
			<path d="M66 104h28M106 104h16" opacity=".6" />
			<path d="M138 52a13 13 0 1 0 14 18 11 11 0 0 1-14-18Z" fill={paper} />
			<path d="M60 50v0M76 38v0M112 40v0" strokeWidth="4" />
		</Illustration>
	)
}

/** Waiting for a person: a clock beside an empty chair. */
export function WaitingIllustration() {
	return (
		<Illustration>
			<circle cx="78" cy="62" r="27" fill={paper} />
			<path d="M78 46v16l11 8" />
			<path stroke={glow} strokeWidth="5" d="M78 35v0M105 62v0M78 89v0M51 62v0" />
			<path d="M118 62h26a6 6 0 0 1 6 6v22h-38V68a6 6 0 0 1 6-6Z" fill={paper} />
			<path d="M106 90h50M113 90v28M149 90v28" />
		</Illustration>
	)
}

/** No meeting with this number: an empty picture frame. */
export function MeetingNotFoundIllustration() {
	return (
		<Illustration>
			<path d="M100 22 74 46M100 22l26 24" />
			<rect x="54" y="46" width="92" height="62" rx="9" fill={paper} strokeDasharray="7 7" />
			<path d="M70 77h12M94 77h12M118 77h12" strokeWidth="4" stroke={glow} />
		</Illustration>
	)
}

/** No camera, or no permission to use it. */
export function NoCameraIllustration() {
	return (
		<Illustration>
			<rect x="48" y="54" width="72" height="52" rx="10" fill={paper} />
			<path d="m120 74 22-12v36l-22-12z" fill={paper} />
			<path stroke={glow} fill={glow} d="M72 84a12 12 0 0 1 24 0z" />
			<path d="M66 90h36" />
			<path d="M54 36 140 118" stroke={paper} strokeWidth="8" />
			<path d="M54 36 140 118" />
		</Illustration>
	)
}

/** No microphone, or no permission to use it. */
export function NoMicrophoneIllustration() {
	return (
		<Illustration>
			<rect x="84" y="32" width="32" height="52" rx="16" fill={paper} />
			<path stroke={glow} fill={glow} d="M92 62a8 8 0 0 1 16 0z" />
			<path d="M70 68a30 30 0 0 0 60 0M100 98v20M86 118h28" />
			<path d="M62 34 144 112" stroke="var(--draw-soft)" strokeWidth="8" />
			<path d="M62 34 144 112" />
		</Illustration>
	)
}

/** A search without results: a magnifying glass. */
export function NoResultsIllustration() {
	return (
		<Illustration>
			<path d="M52 118V58a8 8 0 0 1 8-8h52" opacity=".45" />
			<path d="M66 72h22M66 86h14M66 100h18" opacity=".45" />
			<circle cx="112" cy="72" r="28" fill={paper} />
			<path strokeWidth="6" d="m133 93 17 17" />
			<path stroke={glow} fill={glow} d="M101 77a11 11 0 0 1 22 0z" />
			<path d="M95 83h34" />
		</Illustration>
	)
}

/** No meetings on this day: a calendar page. */
export function EmptyDayIllustration() {
	return (
		<Illustration>
			<rect x="58" y="38" width="84" height="80" rx="10" fill={paper} />
			<path d="M58 60h84M78 30v15M122 30v15" />
			<path stroke={glow} fill={glow} d="M86 98a14 14 0 0 1 28 0z" />
			<path stroke={glow} d="M100 72v4M81.5 79.5l3 3M118.5 79.5l-3 3" />
			<path d="M74 106h52" />
		</Illustration>
	)
}
