import { glow, paper } from './colours.ts'
import { Drawing } from './Drawing.tsx'

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
