/** English function words. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above across after again against all almost along already also although always am among an and another any anyone
  anything are around as at away back be became because become becomes been before behind being below between both but by
  can cannot could did do does doing done down during each either else enough even ever every everyone everything few for
  from further get gets getting give given gives go goes going got had has have having he her here hers herself him himself
  his how however i if in indeed instead into is it its itself just keep keeps kept least less let lets like made make makes
  making many may me might mine more most much must my myself near need needs neither never next no nobody none nor not
  nothing now of off often on once one only onto or other others otherwise ought our ours ourselves out over own per perhaps
  please put quite rather really same say says she should since so some someone something somewhat such than that the their
  theirs them themselves then there these they thing things this those though through thus to together too toward towards
  under unless until up upon us use used uses using very was way we well were what whatever when where wherever whether which
  while who whoever whole whom whose why will with within without would yet you your yours yourself yourselves don't doesn't
  didn't isn't aren't won't can't couldn't shouldn't wouldn't wasn't weren't it's that's there's you're you've you'll they're
  they've we're we've i'm i've let's what's who's here's`
    .split(/\s+/u)
    .filter((word) => word !== ''),
);
