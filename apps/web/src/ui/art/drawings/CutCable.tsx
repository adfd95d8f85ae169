import { glow, paper } from './colours.ts'
import { Drawing } from './Drawing.tsx'

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
