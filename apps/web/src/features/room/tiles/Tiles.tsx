import type { Participant } from '@parley/room'
import { clsx } from 'clsx'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { LiveRegion } from '../../../ui/index.ts'
import { type AnnouncementLevel, isAnnounced } from '../announcements/announcementLevel.ts'
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
import { faceOf } from './grid.ts'
import { gridLayout, type Layout, speakerLayout } from './layout.ts'
import { Pager } from './Pager.tsx'
import { SharedScreen } from './SharedScreen.tsx'
import { arrangeSeats, swapSeats } from './seats.ts'
import { Tile } from './Tile.tsx'
import styles from './Tiles.module.css'
import { useCorner } from './useCorner.ts'
import { useLargePerson } from './useLargePerson.ts'
import { usePageTurn } from './usePageTurn.ts'
import type { Pinning } from './usePinning.ts'
import { useShownTiles } from './useShownTiles.ts'
import { useSpeakerOnPage } from './useSpeakerOnPage.ts'
import { useStage } from './useStage.ts'
import { useTileMotion } from './useTileMotion.ts'

/** All tiles equal, or whoever speaks large. */
export type RoomLayout = 'grid' | 'speaker'

/** The actions towards a person are wanted at their tile. */
export interface TileMenu {
	person: Participant
	/** The pressed button. */
	anchor: Element
}

/** Turns the pages of the tiles, for the keys of the room. */
export interface TilesHandle {
	turnPage(by: -1 | 1): void
}

export interface TilesProps {
	ref?: Ref<TilesHandle>
	view: RoomLayout
	/** The own tile is not shown. */
	hidesSelf: boolean
	pinning: Pinning
	/** The small window shows the call, also while the page is in the background. */
	hasMiniWindow: boolean
	/** Missing where tiles have no menu. */
	onMenu?: ((menu: TileMenu) => void) | undefined
	/** How much screen readers are told. */
	announcements: AnnouncementLevel
	room: JoinedRoom
	cameras: Cameras
	screens: Cameras
	controller: Pick<RoomController, 'setTiles' | 'toggleScreen' | 'setScreenContent' | 'stopPresenter'>
}

/** Stands for the shared screen in the layout. */
const screenId = 'screen'

/**
 * All participants, and the shared screen. With two, the other one is large and the own tile floats in the corner; from three
 * on all tiles are equal, or in the speaker view one is large. Those for whom there is no room are on further pages.
 */
export function Tiles(props: TilesProps) {
	const { ref, room, cameras, screens, controller, view, hidesSelf, pinning, hasMiniWindow, announcements, onMenu } =
		props
	const list = useRef<HTMLUListElement>(null)
	const own = useRef<HTMLLIElement>(null)
	const { corner, handlers } = useCorner(own)
	const stage = useStage(list)
	const [others, swap] = useSeats(getOthers(room))
	// Alone, a person sees at least themselves.
	const self = hidesSelf && others.length > 0 ? undefined : getSelf(room)
	const ids = others.map(({ id }) => id)
	const speaker = useLargePerson(ids, room.speaking)
	const spotlight = [...others, ...(self ? [self] : [])].find(({ id }) => id === room.spotlight)?.id
	// The own choice comes first.
	const chosen = pinning.pinned ?? spotlight
	const large = chosen ?? speaker
	const { presenter } = room.sharing
	const isFloating = others.length === 1 && presenter === null
	const shown = self && !isFloating ? [...others, self] : others
	const kind = presenter === null && view === 'grid' && chosen === undefined ? 'grid' : 'strip'
	const [page, setPage] = useState({ kind, first: 0 })
	// Another layout begins with its first page.
	const first = page.kind === kind ? page.first : 0
	const layout = layoutOf()
	const { pages } = layout
	const [pageText, setPageText] = useState<string>()
	const { isTurning, turn, handlers: swipes } = usePageTurn(list, pages, turned)
	useImperativeHandle(ref, () => ({ turnPage: turn }))
	const heights = stage.width > 0 ? new Map(ids.map(id => [id, faceOf(layout.boxes.get(id))])) : undefined
	useShownTiles(controller, heights, hasMiniWindow)
	useTileMotion(list, layout.arrangement)
	const screenBox = layout.boxes.get(screenId)
	const hands = getHandPlaces(room)

	const isHidden = (id: string) => pages?.ids.includes(id) === true && !layout.boxes.has(id)
	// In the speaker view, who speaks becomes large.
	const comesForward = pages !== undefined && (kind === 'grid' || presenter !== null || chosen !== undefined)
	useSpeakerOnPage({
		shown: comesForward ? ids.filter(id => pages.ids.includes(id) && layout.boxes.has(id)) : [],
		hidden: comesForward ? ids.filter(isHidden) : [],
		speaking: room.speaking,
		getKept: () =>
			new Set([...hands.keys(), ...(presenter === null ? [] : [presenter]), ...focusedPerson(list.current)]),
		onSwap: swap,
	})

	function layoutOf(): Layout {
		const people = shown.map(({ id }) => id)
		if (presenter !== null) {
			const inOrder =
				presenter === room.self ? people : people.toSorted((a, b) => Number(b === presenter) - Number(a === presenter))
			return speakerLayout(stage, inOrder, screenId, first)
		}
		return kind === 'strip' && others.length > 1
			? speakerLayout(stage, people, large, first)
			: gridLayout(stage, people, first)
	}

	function turned(by: -1 | 1) {
		if (!pages) return
		const next = pages.index + by
		setPage({ kind, first: next * pages.size })
		setPageText(m.room_page_of({ page: next + 1, count: pages.count }))
	}

	const speaksIn = (people: readonly string[]) => ids.some(id => people.includes(id) && room.speaking.has(id))

	const tile = (person: Participant, floating = false) => (
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
			pin={pinning.pinOf(person)}
			isSpotlit={person.id === room.spotlight}
			onMenu={onMenu && person.id !== room.self ? anchor => onMenu({ person, anchor }) : undefined}
			box={
				floating ? undefined : (layout.boxes.get(person.id) ?? (isTurning ? pages?.beside.get(person.id) : undefined))
			}
			onPage={pages?.ids.includes(person.id) ? (layout.boxes.has(person.id) ? 'shown' : 'beside') : undefined}
		/>
	)

	return (
		<div className={clsx(styles.frame, pages?.pager.left === 0 && styles.hasPager)}>
			<ul
				ref={list}
				className={clsx(styles.stage, isFloating && self && styles.floats, pages && styles.paged)}
				data-axis={pages?.axis}
				data-turning={isTurning || undefined}
				data-corner={corner}
				aria-label={m.room_people()}
				{...swipes}
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
			{pages && (
				<Pager
					pages={pages}
					speaking={{
						before: speaksIn(pages.ids.slice(0, pages.index * pages.size)),
						after: speaksIn(pages.ids.slice((pages.index + 1) * pages.size)),
					}}
					onTurn={turn}
				/>
			)}
			<LiveRegion>{pageText}</LiveRegion>
			<HiddenReactions
				room={room}
				announcements={announcements}
				isShown={id => layout.boxes.has(id) || (isFloating && id === self?.id)}
			/>
		</div>
	)
}

/** Reactions of participants for whose tile there is no room. */
interface HiddenReactionsProps {
	room: JoinedRoom
	announcements: AnnouncementLevel
	isShown(id: string): boolean
}

function HiddenReactions({ room, announcements, isShown }: HiddenReactionsProps) {
	const announcement = useReactionAnnouncement(room)
	const hidden = room.people.flatMap(({ id, name }) => {
		const shown = room.reactions.get(id)
		return shown && !isShown(id) ? [{ id, name, ...shown }] : []
	})
	return (
		<>
			<LiveRegion>{isAnnounced(announcements, 'routine') && announcement}</LiveRegion>
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

/** Returns the person whose tile has the focus, which stays on the person. */
function focusedPerson(list: HTMLElement | null): string[] {
	const id = list?.querySelector<HTMLElement>('[data-person]:focus-within')?.dataset.person
	return id === undefined ? [] : [id]
}

/** The others in the order of their places, which changes only when somebody comes, leaves, or swaps with another. */
function useSeats(others: JoinedRoom['people']) {
	const [seats, setSeats] = useState<readonly string[]>([])
	const arranged = arrangeSeats(
		seats,
		others.map(({ id }) => id),
	)
	if (arranged.join() !== seats.join()) setSeats(arranged)
	const people = arranged.flatMap(id => others.find(other => other.id === id) ?? [])
	const swap = (one: string, other: string) => setSeats(before => swapSeats(before, one, other))
	return [people, swap] as const
}
