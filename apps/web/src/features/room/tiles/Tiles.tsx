import { clsx } from 'clsx'
import { type CSSProperties, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import type { RoomController } from '../roomController.ts'
import { getHandPlaces, getHiddenReason, getOthers, getSelf, type JoinedRoom } from '../roomState.ts'
import type { Cameras } from '../roomStore.ts'
import { arrangeSeats } from './seats.ts'
import { Tile } from './Tile.tsx'
import styles from './Tiles.module.css'
import { useShownTiles } from './useShownTiles.ts'
import { useTileGrid } from './useTileGrid.ts'
import { useTileMotion } from './useTileMotion.ts'

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
	const others = useSeats(getOthers(room))
	const isFloating = others.length === 1
	const shown = self && !isFloating ? [...others, self] : others
	const { columns, rows, tileWidth, tileHeight, blockWidth } = useTileGrid(stage, Math.max(1, shown.length))
	const tilePx = Math.min(tileWidth, tileHeight)
	const ids = others.map(({ id }) => id)
	useShownTiles(controller, ids, tilePx)
	useTileMotion(stage, `${shown.map(({ id }) => id).join()} ${columns}×${rows}`)
	const style = {
		// Where the own tile floats, the other one fills the stage.
		'--tile-width': isFloating ? '100%' : `${tileWidth}px`,
		'--tile-height': isFloating ? '100%' : `${tileHeight}px`,
		'--block-width': `${blockWidth}px`,
		'--tile': `${tilePx}px`,
	} as CSSProperties

	const hands = getHandPlaces(room)
	const tile = (person: JoinedRoom['people'][number], floating = false) => (
		<Tile
			key={person.id}
			person={person}
			camera={cameras.get(person.id)}
			speaking={room.speaking.has(person.id)}
			hand={hands.get(person.id)}
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

/** The others in the order of their places, which changes only when somebody comes or leaves. */
function useSeats(others: JoinedRoom['people']): JoinedRoom['people'] {
	const [seats, setSeats] = useState<readonly string[]>([])
	const arranged = arrangeSeats(
		seats,
		others.map(({ id }) => id),
	)
	if (arranged.join() !== seats.join()) setSeats(arranged)
	return arranged.flatMap(id => others.find(other => other.id === id) ?? [])
}
