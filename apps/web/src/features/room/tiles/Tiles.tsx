import { clsx } from 'clsx'
import { type CSSProperties, useRef } from 'react'
import { m } from '../../../locales/index.ts'
import type { RoomController } from '../roomController.ts'
import { getHiddenReason, getOthers, getSelf, type JoinedRoom } from '../roomState.ts'
import type { Cameras } from '../roomStore.ts'
import { Tile } from './Tile.tsx'
import styles from './Tiles.module.css'
import { useShownTiles } from './useShownTiles.ts'
import { useTileGrid } from './useTileGrid.ts'

/** Below this size, face and name would overlap. */
const compactBelowPx = 150

export interface TilesProps {
	room: JoinedRoom
	cameras: Cameras
	controller: Pick<RoomController, 'setTiles'>
}

/** All participants. With two, the other one is large and the own tile floats in the corner; from three on all tiles are equal. */
export function Tiles({ room, cameras, controller }: TilesProps) {
	const stage = useRef<HTMLUListElement>(null)
	const self = getSelf(room)
	const others = getOthers(room)
	const isFloating = others.length === 1
	const shown = self && !isFloating ? [...others, self] : others
	const { columns, rows, tilePx } = useTileGrid(stage, Math.max(1, shown.length))
	const ids = others.map(({ id }) => id)
	useShownTiles(controller, ids, tilePx)
	const style = { '--columns': columns, '--rows': rows, '--tile': `${tilePx}px` } as CSSProperties

	const tile = (person: JoinedRoom['people'][number], floating = false) => (
		<Tile
			key={person.id}
			person={person}
			camera={cameras.get(person.id)}
			speaking={room.speaking.has(person.id)}
			// The own line is in the header.
			{...(person.id !== room.self && {
				quality: room.lineQualities.get(person.id),
				hiddenBecause: getHiddenReason(room, person.id),
			})}
			own={person.id === room.self}
			floating={floating}
		/>
	)

	return (
		<div className={styles.frame}>
			<ul
				ref={stage}
				className={clsx(styles.stage, isFloating && styles.floats, tilePx < compactBelowPx && styles.compact)}
				style={style}
				aria-label={m.room_people()}
			>
				{shown.map(person => tile(person))}
				{self && isFloating && tile(self, true)}
			</ul>
		</div>
	)
}
