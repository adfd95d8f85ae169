export { type AnnouncementLevel, isAnnounced } from './announcements/announcementLevel.ts'
export { useAnnouncementLevel } from './announcements/useAnnouncementLevel.ts'
export { Controls, OverlayControl } from './Controls.tsx'
export { ExitScreen } from './ExitScreen.tsx'
export { Header, HeaderButton, layoutsFrom } from './Header.tsx'
export { InterruptionCard } from './InterruptionCard.tsx'
export { useHasKeyboard } from './keyboard/useHasKeyboard.ts'
export { useRoomKeys } from './keyboard/useRoomKeys.ts'
export { BarEnd, BarStart, RoomPanel } from './laptop/lazyLaptop.ts'
export type { PanelName } from './laptop/RoomPanel.tsx'
export {
	AnnouncementsSheet,
	ClaimHostDialog,
	HostControlsSheet,
	KeysDialog,
	LeaveDialog,
	MiniWindowView,
	MoreSheet,
	MuteAllDialog,
	NetworkSheet,
	PeoplePanel,
	PeopleSheet,
	PersonMenu,
	PollSheet,
	preloadOverlays,
	ReactionsSheet,
	ReclaimHostDialog,
	RecordDialog,
	RecordingQuestion,
	StopRecordingDialog,
	UnmuteQuestion,
} from './lazyOverlays.ts'
export { useMiniWindow } from './miniWindow/useMiniWindow.ts'
export { MoreTile } from './more/MoreTile.tsx'
export { PollCard } from './poll/PollCard.tsx'
export { type PreparedRoom, prepareRoom } from './prepareRoom.ts'
export { RoomNotices } from './RoomNotices.tsx'
export { ReactionIcon, reactionNames } from './reactions/ReactionIcon.tsx'
export { prepareRejoin } from './rejoin.ts'
export type { RoomController } from './roomController.ts'
export {
	type ExitReason,
	getOthers,
	getSelf,
	isHost,
	isPermittedHere,
	type JoinedRoom,
	mayDo,
	mayDoTo,
	type RoomState,
} from './roomState.ts'
export { isTransfer, transferLink } from './ticket.ts'
export { type RoomLayout, type TileMenu, Tiles, type TilesHandle } from './tiles/Tiles.tsx'
export { usePinning } from './tiles/usePinning.ts'
export { useFullscreenPage } from './useFullscreenPage.ts'
export { useRoom } from './useRoom.ts'
export { useSpeakerAnnouncement } from './useSpeakerAnnouncement.ts'
export {
	getKeptMeetingId,
	getOtherRoom,
	isRoomOngoing,
	leaveOngoingRoom,
	returnToKeptCall,
	subscribeToVisit,
} from './visits/pageVisits.ts'
export { RoomBar } from './visits/RoomBar.tsx'
export { AdmitCard, WaitingScreen } from './waiting/lazyWaiting.ts'
export { useAppBadge } from './window/useAppBadge.ts'
export { useWindowTitle } from './window/useWindowTitle.ts'
