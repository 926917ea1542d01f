/** The package's own types describe an ES module with a default export; it is CommonJS and exports the function. */
declare module 'robots-parser' {
  interface Robots {
    /** Undefined where the URL is of another origin. */
    isAllowed(url: string, userAgent: string): boolean | undefined;
    /** 1-based; -1 where no rule matches. */
    getMatchingLineNumber(url: string, userAgent: string): number;
    /** Seconds. */
    getCrawlDelay(userAgent: string): number | undefined;
  }
  function robotsParser(robotsUrl: string, contents: string): Robots;
  export = robotsParser;
}
