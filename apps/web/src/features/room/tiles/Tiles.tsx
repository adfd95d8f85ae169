import { clsx } from 'clsx'
import { type CSSProperties, useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { getOthers, getSelf, type JoinedRoom } from '../roomState.ts'
import type { Cameras } from '../roomStore.ts'
import { Tile } from './Tile.tsx'
import styles from './Tiles.module.css'
import { useTileGrid } from './useTileGrid.ts'

/** In smaller tiles face and name would lie on each other. */
const compactBelowPx = 150

/** Everybody. Two people see each other large, with oneself in the corner; from three on all are alike. */
export function Tiles({ room, cameras }: { room: JoinedRoom; cameras: Cameras }) {
	const stage = useRef<HTMLUListElement>(null)
	const self = getSelf(room)
	const rest = getOthers(room)
	const floats = rest.length === 1
	const shown = self && !floats ? [...rest, self] : rest
	const { columns, rows, tilePx } = useTileGrid(stage, Math.max(1, shown.length))
	const look = { '--columns': columns, '--rows': rows, '--tile': `${tilePx}px` } as CSSProperties

	const tile = (person: JoinedRoom['people'][number], floating = false) => (
		<Tile
			key={person.id}
			person={person}
			camera={cameras.get(person.id)}
			speaking={room.speaking.has(person.id)}
			own={person.id === room.self}
			floating={floating}
		/>
	)

	return (
		<div className={styles.frame}>
			<ul
				ref={stage}
				className={clsx(styles.stage, floats && styles.floats, tilePx < compactBelowPx && styles.compact)}
				style={look}
				aria-label={m.room_people()}
			>
				{shown.map(person => tile(person))}
				{self && floats && tile(self, true)}
			</ul>
		</div>
	)
}
