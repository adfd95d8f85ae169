import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { LiveRegion } from '../../../ui/index.ts'
import { NameText } from '../NameText.tsx'
import { ReactionIcon } from '../reactions/ReactionIcon.tsx'
import { useReactionAnnouncement } from '../reactions/useReactionAnnouncement.ts'
import type { RoomController } from '../roomController.ts'
import {
	getHandPlaces,
	getHiddenReason,
	getHiddenScreenReason,
	getOthers,
	getSelf,
	type JoinedRoom,
	mayDo,
} from '../roomState.ts'
import type { Cameras } from '../roomStore.ts'
import { type Box, computeGrid, faceOf, gridBoxes, isWide, type Stage } from './grid.ts'
import { SharedScreen } from './SharedScreen.tsx'
import { arrangeSeats } from './seats.ts'
import { computeSpeakerView } from './speakerView.ts'
import { Tile } from './Tile.tsx'
import styles from './Tiles.module.css'
import { useCorner } from './useCorner.ts'
import { useLargePerson } from './useLargePerson.ts'
import { useShownTiles } from './useShownTiles.ts'
import { useStage } from './useStage.ts'
import { useTileMotion } from './useTileMotion.ts'

/** All tiles equal, or whoever speaks large. */
export type RoomLayout = 'grid' | 'speaker'

export interface TilesProps {
	view: RoomLayout
	/** The own tile is not shown. */
	hidesSelf: boolean
	/** The small window shows the call, also while the page is in the background. */
	hasMiniWindow: boolean
	room: JoinedRoom
	cameras: Cameras
	screens: Cameras
	controller: Pick<RoomController, 'setTiles' | 'toggleScreen' | 'setScreenContent' | 'stopPresenter'>
}

/** Stands for the shared screen in the layout. */
const screenId = 'screen'

/**
 * All participants, and the shared screen. With two, the other one is large and the own tile floats in the corner; from three
 * on all tiles are equal, or in the speaker view one is large.
 */
export function Tiles({ room, cameras, screens, controller, view, hidesSelf, hasMiniWindow }: TilesProps) {
	const list = useRef<HTMLUListElement>(null)
	const own = useRef<HTMLLIElement>(null)
	const { corner, handlers } = useCorner(own)
	const stage = useStage(list)
	const others = useSeats(getOthers(room))
	// Alone, a person sees at least themselves.
	const self = hidesSelf && others.length > 0 ? undefined : getSelf(room)
	const ids = others.map(({ id }) => id)
	const speaker = useLargePerson(ids, room.speaking)
	const [pinned, setPinned] = useState<string>()
	const isPinnedHere = pinned !== undefined && room.people.some(({ id }) => id === pinned)
	const spotlight = room.people.some(({ id }) => id === room.spotlight) ? (room.spotlight ?? undefined) : undefined
	// The own choice comes first.
	const chosen = isPinnedHere ? pinned : spotlight
	const large = chosen ?? speaker
	const { presenter } = room.sharing
	const isFloating = others.length === 1 && presenter === null
	const shown = self && !isFloating ? [...others, self] : others
	const layout = layoutOf()
	const heights = stage.width > 0 ? new Map(ids.map(id => [id, faceOf(layout.boxes.get(id))])) : undefined
	useShownTiles(controller, heights, hasMiniWindow)
	useTileMotion(list, layout.arrangement)
	const screenBox = layout.boxes.get(screenId)
	const hands = getHandPlaces(room)

	function layoutOf(): Layout {
		const people = shown.map(({ id }) => id)
		if (presenter !== null) return speakerLayout(stage, people, screenId)
		const isSpeakerView = (view === 'speaker' || chosen !== undefined) && others.length > 1
		return isSpeakerView ? speakerLayout(stage, people, large) : gridLayout(stage, people)
	}

	const tile = (person: JoinedRoom['people'][number], floating = false) => (
		<Tile
			key={person.id}
			person={person}
			camera={cameras.get(person.id)}
			speaking={room.speaking.has(person.id)}
			hand={hands.get(person.id)}
			reaction={room.reactions.get(person.id)}
			// The own line is in the header.
			{...(person.id !== room.self && {
				quality: room.lineQualities.get(person.id),
				hiddenBecause: getHiddenReason(room, person.id),
			})}
			own={person.id === room.self}
			floating={floating ? { tile: own, corner, handlers } : undefined}
			pin={
				others.length > 1 && presenter === null
					? {
							isPinned: person.id === pinned,
							onToggle: () => setPinned(person.id === pinned ? undefined : person.id),
						}
					: undefined
			}
			box={floating ? undefined : layout.boxes.get(person.id)}
		/>
	)

	return (
		<div className={styles.frame}>
			<ul
				ref={list}
				className={clsx(styles.stage, isFloating && self && styles.floats)}
				data-corner={corner}
				aria-label={m.room_people()}
			>
				{presenter !== null && screenBox && (
					<SharedScreen
						key={screenId}
						box={screenBox}
						name={room.people.find(({ id }) => id === presenter)?.name ?? ''}
						screen={screens.get(presenter)}
						hiddenBecause={getHiddenScreenReason(room)}
						own={
							presenter === room.self
								? {
										content: room.screenContent,
										onContent: controller.setScreenContent,
										onStop: controller.toggleScreen,
									}
								: undefined
						}
						onStopPresenter={
							mayDo(room, 'stop-presenter') && presenter !== room.self ? controller.stopPresenter : undefined
						}
					/>
				)}
				{shown.map(person => tile(person))}
				{self && isFloating && tile(self, true)}
			</ul>
			<HiddenReactions room={room} isShown={id => layout.boxes.has(id) || (isFloating && id === self?.id)} />
		</div>
	)
}

/** Reactions of participants for whose tile there is no room. */
function HiddenReactions({ room, isShown }: { room: JoinedRoom; isShown(id: string): boolean }) {
	const announcement = useReactionAnnouncement(room)
	const hidden = room.people.flatMap(({ id, name }) => {
		const shown = room.reactions.get(id)
		return shown && !isShown(id) ? [{ id, name, ...shown }] : []
	})
	return (
		<>
			<LiveRegion>{announcement}</LiveRegion>
			<div className={styles.hiddenReactions} aria-hidden="true">
				{hidden.map(({ id, name, reaction, times }) => (
					<span key={id} className={styles.hiddenReaction}>
						<ReactionIcon reaction={reaction} />
						{times > 1 && `×${times}`} <NameText name={name} />
					</span>
				))}
			</div>
		</>
	)
}

interface Layout {
	/** By person; missing for a tile that is not shown. */
	boxes: ReadonlyMap<string, Box>
	/** Changes with another order or layout, but not with the size of the window. */
	arrangement: string
}

function gridLayout(stage: Stage, ids: readonly string[]): Layout {
	const grid = computeGrid(ids.length, stage)
	const { width, height } = stage
	// One tile fills the stage.
	const boxes = ids.length === 1 ? [{ left: 0, top: 0, width, height }] : gridBoxes(ids.length, grid, stage)
	return { boxes: toMap(ids, boxes), arrangement: `${ids.join()} ${grid.columns}×${grid.rows}` }
}

function speakerLayout(stage: Stage, ids: readonly string[], largeId: string | undefined): Layout {
	const small = ids.filter(id => id !== largeId)
	const { large, strip } = computeSpeakerView(small.length, stage)
	const boxes = toMap(small, strip)
	if (largeId !== undefined) boxes.set(largeId, large)
	return { boxes, arrangement: `${small.join()} ${largeId} ${isWide(stage)}` }
}

const toMap = (ids: readonly string[], boxes: readonly Box[]) =>
	new Map<string, Box>(ids.flatMap((id, index) => (boxes[index] ? [[id, boxes[index]]] : [])))

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
