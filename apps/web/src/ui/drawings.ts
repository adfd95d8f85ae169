/** Pictures for states with nothing else to show; import each where it stands, none of them in the landing. */
export {
	CutCable,
	EmptyClock,
	EngineAway,
	LockedDoor,
	MeetingEnded,
	MeetingMissing,
	NoCamera,
	NoMicrophone,
	NothingFound,
	QuietCalendar,
} from './art/drawings/drawings.tsx'
