export { MeetingReport } from './MeetingReport.tsx'
