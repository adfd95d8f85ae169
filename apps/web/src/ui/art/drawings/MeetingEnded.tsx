import { glow, paper } from './colours.ts'
import { Drawing } from './Drawing.tsx'

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
