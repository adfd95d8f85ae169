/** PAGE-18: how far a finger has to travel, in CSS pixels. */
export const pullDistancePx = 35

export type Pull =
	| { at: 'rest' }
	/** A finger is down at the top of the list; nothing is claimed from the browser yet. */
	| { at: 'touched'; x: number; y: number }
	| { at: 'pulling'; y: number; travelPx: number; far: boolean }
	| { at: 'refreshing' }

export type PullEvent =
	| { type: 'down'; x: number; y: number; scrolledPx: number }
	| { type: 'move'; x: number; y: number }
	| { type: 'up' }
	| { type: 'cancel' }
	| { type: 'asked' }
	| { type: 'done' }

function moved(pull: Pull, event: { x: number; y: number }, distancePx: number): Pull {
	if (pull.at === 'touched') {
		const down = event.y - pull.y
		if (down <= 0 || Math.abs(event.x - pull.x) > down) return { at: 'rest' }
		return { at: 'pulling', y: pull.y, travelPx: down, far: down > distancePx }
	}
	if (pull.at !== 'pulling') return pull
	const travelPx = Math.max(0, event.y - pull.y)
	return { ...pull, travelPx, far: travelPx > distancePx }
}

/** Pull to refresh, without the finger. */
export function pullReducer(pull: Pull, event: PullEvent, distancePx = pullDistancePx): Pull {
	switch (event.type) {
		case 'down':
			if (pull.at === 'refreshing' || event.scrolledPx > 0) return pull
			return { at: 'touched', x: event.x, y: event.y }
		case 'move':
			return moved(pull, event, distancePx)
		case 'up':
			if (pull.at === 'refreshing') return pull
			return pull.at === 'pulling' && pull.far ? { at: 'refreshing' } : { at: 'rest' }
		case 'cancel':
			return pull.at === 'refreshing' ? pull : { at: 'rest' }
		case 'asked':
			return { at: 'refreshing' }
		case 'done':
			return { at: 'rest' }
	}
}
