import { glow, paper } from './colours.ts'
import { Drawing } from './Drawing.tsx'

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
