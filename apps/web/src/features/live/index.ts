export { Introduction, introductionClass } from './introduction/Introduction.tsx'
export { NoIntroduction } from './introduction/NoIntroduction.tsx'
export { LiveMeetingPage } from './preview/LiveMeetingPage.tsx'
