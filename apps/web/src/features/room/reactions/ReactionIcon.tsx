import type { Reaction } from '@parley/room'
import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'

export const reactionNames = {
	like: m.room_reaction_like,
	love: m.room_reaction_love,
	laugh: m.room_reaction_laugh,
	clap: m.room_reaction_clap,
	celebrate: m.room_reaction_celebrate,
	surprise: m.room_reaction_surprise,
} satisfies Record<Reaction, () => string>

const face = <circle cx="16" cy="16" r="13" fill="#ffc45c" />

const drawings = {
	like: (
		<>
			<path
				fill="#ffc45c"
				d="M11 14.5l5-10c2.6.3 3.9 2.3 3.2 4.8l-1 3.7h6.3c2.2 0 3.3 1.5 2.8 3.5l-2 8c-.4 1.7-1.5 2.5-3.3 2.5H11z"
			/>
			<path fill="#e0913a" d="M4 14.5h5.5V27H4z" />
		</>
	),
	love: (
		<path
			fill="#ff7a85"
			d="M16 27.5S4 20.5 4 12.2C4 8.2 6.9 5.5 10.3 5.5c2.5 0 4.5 1.3 5.7 3.5 1.2-2.2 3.2-3.5 5.7-3.5 3.4 0 6.3 2.7 6.3 6.7 0 8.3-12 15.3-12 15.3z"
		/>
	),
	laugh: (
		<>
			{face}
			<path fill="#5b3410" d="M8.5 16.5h15a7.5 7.5 0 0 1-15 0z" />
			<path
				d="M9 12.5l3-2 2 2M18 12.5l2-2 3 2"
				fill="none"
				stroke="#5b3410"
				strokeWidth="1.8"
				strokeLinecap="round"
				strokeLinejoin="round"
			/>
		</>
	),
	clap: (
		<>
			<path fill="#e0913a" d="M12 27c-4-1.5-6-5-4.5-9L10 11l3-5.5c1.5-1 2.8.3 2.3 2L14 12z" />
			<path
				fill="#ffc45c"
				d="M14 28c-4-2-5-6-3-10l5.5-9.5c1.3-1.6 3.3-.4 2.7 1.4l-1.5 3.3 4.3-4c1.7-1 3.2.7 2.1 2.3L22 14.5l2.8-1c1.8-.2 2.5 1.8 1.1 3l-2.4 2.2c1.6-.2 2.3 1.5 1.2 2.7C21 25.5 18 29.5 14 28z"
			/>
			<path d="M24 4.5l-1 2.5M28.5 8L26 9.5M19.5 3v2.5" stroke="#8fa1ff" strokeWidth="1.8" strokeLinecap="round" />
		</>
	),
	celebrate: (
		<>
			<path fill="#8fa1ff" d="M4 28.5L11 11l10 10z" />
			<path d="M10 14l8.5 8.5M7.5 20.5L12 25" stroke="#4d5fd0" strokeWidth="2" />
			<path
				d="M16 12c0-3 1-5 3.5-7M19 15c3-2.5 5.5-3 9-2M17.5 13.5L24 7"
				fill="none"
				stroke="#ffb866"
				strokeWidth="2"
				strokeLinecap="round"
			/>
			<g fill="#ff7a85">
				<circle cx="13" cy="6" r="1.7" />
				<circle cx="27.5" cy="18.5" r="1.7" />
				<circle cx="26" cy="4.5" r="1.5" />
			</g>
		</>
	),
	surprise: (
		<>
			{face}
			<ellipse cx="16" cy="21" rx="3.4" ry="4.3" fill="#5b3410" />
			<circle cx="11" cy="13" r="1.9" fill="#5b3410" />
			<circle cx="21" cy="13" r="1.9" fill="#5b3410" />
		</>
	),
} satisfies Record<Reaction, ReactNode>

/** Drawn, so that it looks the same everywhere and needs no font. The component that shows it names it. */
export const ReactionIcon = ({ reaction, className }: { reaction: Reaction; className?: string | undefined }) => (
	<svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
		{drawings[reaction]}
	</svg>
)
